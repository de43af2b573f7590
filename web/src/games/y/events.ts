// What happens in Y, as the service reports it.

export interface YEvents {
  swapped: object;
  resigned: object;
  played: { cell: string; connected: number };
}
