// Places in a drawing.

export interface Point {
  x: number;
  y: number;
}

/** As the attribute of a polygon or polyline. */
export function pointsText(points: Point[]): string {
  return points.map((p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`).join(" ");
}
