// Loads a module of the page, which is TypeScript, for a test.

import { build } from "esbuild";
import { fileURLToPath } from "node:url";

export async function load(path) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../../src/${path}`, import.meta.url))],
    bundle: true,
    write: false,
    format: "esm",
    loader: { ".md": "text", ".css": "empty" },
    platform: "neutral",
  });
  return import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`
  );
}
