// What happens in Kittens, as the service reports it to whoever may know it.

export interface KittensEvents {
  got: { cards: string[] };
  /** From the top of the deck. */
  saw: { cards: string[] };
  played: { card: string };
  /** null: another player's, who alone sees it. */
  drew: { card: string | null; bottom: number };
  "drew-bomb": { defused: number; bottom: number };
  "put-back": { place: string | null };
}
