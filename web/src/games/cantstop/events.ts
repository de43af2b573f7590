// What happens in Can't Stop, as the service reports it.

export interface CantStopEvents {
  rolled: { dice: number[]; bust: number };
  "went-on": object;
  stopped: { steps: number; completed: number[] };
  took: { move: string };
}
