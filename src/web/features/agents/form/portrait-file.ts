import type { Category } from '../../../../shared/agents/agent-defaults.ts'
import { toBytes } from '../../../../shared/portrait/colour.ts'
import { drawSquare } from '../../../../shared/portrait/draw-portrait.ts'
import { categoryHues, portraitOf } from '../../../../shared/portrait/portrait.ts'
import type { DrawnFile } from '../../../blocks/form/form-draft.ts'
import * as texts from './texts.ts'

/** The size of the sample agents' portraits, in pixels. */
const SIZE = 480

/** Draws the portrait of a seed in the colour of a category, as a file that can be uploaded. */
export async function portraitFile(seed: string, category: Category): Promise<DrawnFile> {
  const light = toBytes(drawSquare(portraitOf(seed, categoryHues[category]), SIZE).data)
  const canvas = document.createElement('canvas')
  canvas.width = SIZE
  canvas.height = SIZE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser can not draw a picture')
  const picture = context.createImageData(SIZE, SIZE)
  for (let pixel = 0; pixel < SIZE * SIZE; pixel++) {
    picture.data.set(light.subarray(3 * pixel, 3 * pixel + 3), 4 * pixel)
    picture.data[4 * pixel + 3] = 255
  }
  context.putImageData(picture, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
  if (!blob) throw new Error('The browser can not make a file of a picture')
  return Object.assign(new File([blob], texts.drawnPortrait, { type: blob.type }), { seed })
}
