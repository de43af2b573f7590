// How esbuild bundles the page. The module "tahur:languages" has all its languages: a language is a
// file src/words/TAG.ts that exports a constant of that name.

import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const WEB = dirname(fileURLToPath(import.meta.url));
const WORDS = join(WEB, "src", "words");
const TAG = /^([a-z]{2,3})\.ts$/;

/** For esbuild. `more`: languages by tag whose files lie elsewhere. */
export function languages(more = {}) {
  return {
    name: "languages",
    setup(build) {
      build.onResolve({ filter: /^tahur:languages$/ }, ({ path }) => ({
        path,
        namespace: "tahur",
      }));
      build.onLoad({ filter: /.*/, namespace: "tahur" }, () => {
        const files = { ...more };
        for (const name of readdirSync(WORDS)) {
          const tag = TAG.exec(name)?.[1];
          if (tag) files[tag] = join(WORDS, name);
        }
        const tags = Object.keys(files).sort();
        const contents = [
          ...tags.map((tag) => `import { ${tag} } from ${JSON.stringify(files[tag])};`),
          `export const languages = { ${tags.join(", ")} };`,
        ].join("\n");
        return { contents, resolveDir: WORDS, watchDirs: [WORDS] };
      });
    },
  };
}

/** The settings for the whole page: page.js and page.css. */
export const pageSettings = (more) => ({
  absWorkingDir: WEB,
  entryPoints: { page: "src/main.tsx" },
  bundle: true,
  minify: true,
  target: "es2020",
  format: "esm",
  charset: "utf8",
  loader: { ".md": "text" },
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  plugins: [languages(more)],
  logLevel: "warning",
});
