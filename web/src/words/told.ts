// Sentences of the service in another language, by patterns of the English ones.

export type Rule = [RegExp, (...parts: string[]) => string];

/** What the first rule says that knows the sentence; null: none does. */
export function sayBy(rules: Rule[], text: string): string | null {
  if (text === "") return "";
  for (const [pattern, say] of rules) {
    const match = pattern.exec(text);
    if (match) return say(...match.slice(1));
  }
  return null;
}
