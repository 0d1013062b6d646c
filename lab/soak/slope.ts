/** The slope of a straight line through some points, by least squares; 0 for fewer than two. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  if (points.length < 2) return 0
  const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  const common = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return spread === 0 ? 0 : common / spread
}
