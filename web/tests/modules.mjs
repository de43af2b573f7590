// Modules of the page, for node.

import { build } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");

export async function moduleOf(path) {
  const { outputFiles } = await build({
    entryPoints: [join(web, path)],
    bundle: true,
    write: false,
    format: "esm",
    loader: { ".md": "text" },
  });
  return import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
  );
}
