import { palette } from './palette.ts'

/** As in the header, in a square of 24 units: a hexagon with a six-armed star in it. */
export const hexagon = 'M12 1.8l8.8 5.1v10.2L12 22.2l-8.8-5.1V6.9z'
const star = 'M12 7.5v9M8.1 9.75l7.8 4.5M15.9 9.75l-7.8 4.5'

/** SVG elements with their centre at `x`, `y` and a hexagon `height` units high; `inside` is its fill. */
export function markShapes(
  place: { x: number; y: number; height: number },
  { colour = palette.cyan as string, inside = 'none' } = {},
): string {
  const scale = place.height / 20.4
  return (
    `<g transform="translate(${place.x} ${place.y}) scale(${scale}) translate(-12 -12)" fill="none" stroke="${colour}">` +
    `<path d="${hexagon}" fill="${inside}" stroke-width="1.6"/>` +
    `<path d="${star}" stroke-width="1.4" stroke-linecap="round"/></g>`
  )
}

export function svg(width: number, height: number, shapes: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${shapes}</svg>\n`
}

/** The inside is dark, so that the mark is visible on light and dark tab bars. */
export function favicon(): string {
  return svg(24, 24, markShapes({ x: 12, y: 12, height: 21.6 }, { inside: palette.ground }))
}

/** The mark has `fill` of its height: a maskable icon must keep within the middle 80 %. `corner` is a share. */
export function icon(size: number, fill: number, corner: number): string {
  const ground = (paint: string) =>
    `<rect width="${size}" height="${size}" rx="${size * corner}" fill="${paint}"/>`
  const glow =
    `<radialGradient id="glow"><stop stop-color="${palette.cyan}" stop-opacity=".24"/>` +
    `<stop offset="1" stop-color="${palette.cyan}" stop-opacity="0"/></radialGradient>`
  const mark = markShapes({ x: size / 2, y: size / 2, height: size * fill })
  return svg(size, size, glow + ground(palette.ground) + ground('url(#glow)') + mark)
}

/** The word BIONIC, its letters 100 units high before `scale`, starting at `x`, `y`. */
export function wordmark(place: { x: number; y: number; scale: number }): string {
  const letters: [advance: number, path: string][] = [
    [122, 'M0 50H56L70 36V14L56 0H0V100H58L74 84V64L60 50'],
    [54, 'M0-8V108'],
    [126, 'M16 0H56L72 16V84L56 100H16L0 84V16Z'],
    [128, 'M0-8V108M72-8V108M0 0L72 100'],
    [54, 'M0-8V108'],
    [72, 'M72 0H16L0 16V84L16 100H72'],
  ]
  let x = 0
  const paths = letters.map(([advance, path]) => {
    const letter = `<path transform="translate(${x} 0)" d="${path}"/>`
    x += advance
    return letter
  })
  return `<g transform="translate(${place.x} ${place.y}) scale(${place.scale})" fill="none" stroke="${palette.text}" stroke-width="17">${paths.join('')}</g>`
}
