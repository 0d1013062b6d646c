import sharp from 'sharp'
import { graphemesOf } from './drawable-text.ts'

export interface TextStyle {
  face: 'title' | 'body'
  weight: number
  colour: string
  /** In pixels, the preferred one first; if a text does not fit, the next one is tried. */
  sizes: readonly number[]
  /** As a multiple of the font size. */
  lineHeight: number
  /** Pixels between letters. */
  tracking?: number
  width: number
  lines: number
}

/** Straight (not premultiplied) RGBA. */
export interface TextBlock {
  data: Buffer
  width: number
  height: number
}

/** Each with its fallback; Oxanium's family name is that of its thinnest weight. */
const families = {
  title: 'Oxanium ExtraLight, Inter',
  body: 'Inter',
}

/** Sets it in the largest size that fits without breaking a word, else in the smallest, with an ellipsis. */
export async function setText(text: string, style: TextStyle): Promise<TextBlock> {
  for (const size of style.sizes) {
    const block = await draw(text, style, size, 'word')
    if (fits(block, style, size)) return block
  }
  const size = style.sizes.at(-1) ?? 0
  const graphemes = graphemesOf(text)
  let best = await draw(text, style, size, 'word-char')
  if (fits(best, style, size)) return best
  let [least, most] = [0, graphemes.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    const block = await draw(shorten(graphemes, middle), style, size, 'word-char')
    if (fits(block, style, size)) {
      best = block
      least = middle
    } else most = middle - 1
  }
  return best
}

/** Cut between words if a boundary is near. */
function shorten(graphemes: readonly string[], length: number): string {
  const cut = graphemes.slice(0, length).join('')
  const atWord = graphemes[length] === ' ' ? cut : cut.replace(/(?<=.{12}) \S{0,14}$/su, '')
  return `${atWord.replace(/[\s\p{P}]+$/u, '')}…`
}

/** Accents above the first line and descenders below the last may extend beyond the line height. */
function fits({ width, height }: TextBlock, style: TextStyle, size: number): boolean {
  return width <= style.width && height <= ((style.lines - 1) * style.lineHeight + 1.4) * size
}

async function draw(text: string, style: TextStyle, size: number, wrap: 'word' | 'word-char') {
  const attributes = [
    `face="${families[style.face]}"`,
    `weight="${style.weight}"`,
    // In 1024ths of a point; at 72 dpi a point is a pixel.
    `size="${size * 1024}"`,
    `line_height="${Math.round(size * style.lineHeight * 1024)}"`,
    `letter_spacing="${Math.round((style.tracking ?? 0) * 1024)}"`,
    'insert_hyphens="no"',
    `foreground="${style.colour}"`,
  ]
  const markup = `<span ${attributes.join(' ')}>${escapeMarkup(text)}</span>`
  const { data, info } = await sharp({
    text: { text: markup, rgba: true, dpi: 72, width: style.width, wrap },
  })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const escapeMarkup = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
