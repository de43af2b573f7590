declare module "*.css";

declare module "*.md" {
  const text: string;
  export default text;
}

/** web/bundle.mjs */
declare module "tahur:languages" {
  export const languages: Record<string, import("./words/language").LanguageFile>;
}
