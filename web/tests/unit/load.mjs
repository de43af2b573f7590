// Loads a module of the page, which is TypeScript, for a test.

import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import { languages } from "../../bundle.mjs";

export async function load(path) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../../src/${path}`, import.meta.url))],
    bundle: true,
    write: false,
    format: "esm",
    loader: { ".md": "text", ".css": "empty" },
    platform: "neutral",
    mainFields: ["module", "main"],
    outdir: "/", // style sheets are a second file
    jsx: "automatic",
    jsxImportSource: "preact",
    plugins: [languages()],
  });
  const script = outputFiles.find(({ path }) => path.endsWith(".js"));
  return import(
    `data:text/javascript;base64,${Buffer.from(script.text).toString("base64")}`
  );
}
