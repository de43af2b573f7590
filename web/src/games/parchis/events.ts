// What happens in Parchís, as the service reports it.

interface Piece {
  colour: string;
  piece: number;
}

export interface Ply extends Piece {
  die: string;
  /** Where the piece stood and stands: a square, "home" or "goal". */
  from: string;
  to: string;
  bounced: number; // how many colours count one more bounce
  trapped: number;
  sent: Piece[];
  took: string[];
  completed?: string;
  too_often?: number;
}

export interface ParchisEvents {
  passed: { die: string };
  /** A die of the turn; a special one. */
  played: Ply;
  used: Ply;
}
