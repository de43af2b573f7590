// Files as C: the table of src/serve/page.h.

import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { extname } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

// The same bytes on every system: gzip's head would tell which one it was.
export function pack(bytes) {
  const packed = gzipSync(bytes, { level: 9 });
  packed.fill(0, 4, 8); // when
  packed[9] = 255; // where
  return packed;
}

// String literals compile many times faster than lists of numbers. Octal escapes of three digits
// cannot run into what follows; a question mark might become a trigraph.
function literal(bytes) {
  const lines = [];
  for (let at = 0; at < bytes.length; at += 64) {
    let line = "";
    for (const byte of bytes.subarray(at, at + 64)) {
      const plain = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c && byte !== 0x3f;
      line += plain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`;
    }
    lines.push(`    "${line}"`);
  }
  return lines.join("\n");
}

export function writeTable(path, files) {
  const arrays = [];
  const rows = [];
  files.forEach(({ name, bytes, packed }, i) => {
    const type = TYPES[extname(name)];
    const etag = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
    arrays.push(`static const unsigned char file_${i}[] =\n${literal(bytes)};`);
    arrays.push(`static const unsigned char packed_${i}[] =\n${literal(packed)};`);
    rows.push(
      `    {"/${name}", "${type}", "\\"${etag}\\"", file_${i}, ${bytes.length}, packed_${i}, ${packed.length}},`,
    );
  });
  const text = [
    "// Written by web/build.mjs.",
    '#include "serve/page.h"\n\n#include <stddef.h>\n',
    arrays.join("\n"),
    `\nconst struct page_file page_files[] = {\n${rows.join("\n")}`,
    "    {NULL, NULL, NULL, NULL, 0, NULL, 0},\n};\n",
  ];
  writeFileSync(path, text.join("\n"));
}
