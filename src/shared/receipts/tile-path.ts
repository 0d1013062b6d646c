import { TILE_WIDTH } from './tree.ts'

/** C2SP tlog-tiles: a tile of hashes, as it stands in an address. */
export interface Tile {
  level: number
  index: number
  /** Below 256 for the last one of a level. */
  width: number
}

/** `0/x001/x234/067` or, of a tile that is not full, `0/x001/x234/067.p/12`. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index)
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0')
  const groups = padded.match(/\d{3}/g) ?? []
  const number = groups.map((group, nth) => (nth === groups.length - 1 ? group : `x${group}`)).join('/')
  return `${level}/${number}${width < TILE_WIDTH ? `.p/${width}` : ''}`
}

/** Null if it is none, or written in another way than the one. */
export function readTilePath(path: string): Tile | null {
  const [, level, number, width = String(TILE_WIDTH)] =
    /^(\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? []
  if (level === undefined || number === undefined) return null
  const tile = { level: Number(level), index: Number(number.replace(/[x/]/g, '')), width: Number(width) }
  return tile.width > 0 && tile.level < 8 && tilePath(tile) === path ? tile : null
}
