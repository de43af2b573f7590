// node build.mjs DIRECTORY [FILE.c DEPFILE]: bundles the page into DIRECTORY, tells how large it is,
// and writes it as C for the program. Fails above the size that the page may have.

import { build } from "esbuild";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { pageSettings } from "./bundle.mjs";
import { pack, writeTable } from "./embed.mjs";

const LARGEST = 150_000; // bytes, compressed
const web = dirname(fileURLToPath(import.meta.url));
const [directory = join(web, "out"), table, depfile] = process.argv.slice(2);

mkdirSync(directory, { recursive: true });
const bundled = await build({
  ...pageSettings(),
  outdir: resolve(directory),
  metafile: true,
});

const still = ["index.html", "icon.svg"];
for (const name of still) copyFileSync(join(web, name), join(directory, name));

const files = ["index.html", "page.js", "page.css", "icon.svg"].map((name) => {
  const bytes = readFileSync(join(directory, name));
  return { name, bytes, packed: pack(bytes) };
});
const sum = (sizes) => sizes.reduce((a, b) => a + b, 0);
for (const { name, bytes, packed } of files)
  console.log(`${name.padEnd(12)} ${bytes.length} bytes, ${packed.length} compressed`);
const compressed = sum(files.map((f) => f.packed.length));
console.log(
  `${"all".padEnd(12)} ${sum(files.map((f) => f.bytes.length))} bytes, ${compressed} compressed`,
);
if (compressed > LARGEST) {
  console.error(`the page has ${compressed} bytes compressed; ${LARGEST} are allowed`);
  process.exit(1);
}

if (table) writeTable(table, files);
if (depfile) {
  const inputs = [
    ...Object.keys(bundled.metafile.inputs).filter((name) => !name.startsWith("tahur:")),
    "bundle.mjs",
    "src/words",
    ...still,
    "embed.mjs",
    "package-lock.json",
  ];
  const paths = inputs.map((name) => join(web, name).replaceAll(" ", "\\ "));
  writeFileSync(depfile, `${table}: ${paths.join(" ")}\n`);
}
