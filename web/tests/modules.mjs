// Modules of the page, for node.

import { build } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { languages } from "../bundle.mjs";

export const web = join(dirname(fileURLToPath(import.meta.url)), "..");

/** `more`: languages besides those of the page, by tag. */
export async function moduleOf(path, more = {}) {
  const { outputFiles } = await build({
    entryPoints: [path.startsWith("tahur:") ? path : join(web, path)],
    bundle: true,
    write: false,
    format: "esm",
    loader: { ".md": "text" },
    outdir: "/", // style sheets are a second file
    jsx: "automatic",
    jsxImportSource: "preact",
    plugins: [languages(more)],
  });
  const script = outputFiles.find(({ path }) => path.endsWith(".js"));
  return import(
    `data:text/javascript;base64,${Buffer.from(script.contents).toString("base64")}`
  );
}
