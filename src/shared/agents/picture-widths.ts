/** In pixels: beside a line of text, and on a card. Only two, so that readers share resized pictures. */
export const PICTURE_WIDTHS = [96, 320] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** The longest side of the full picture: a card shows it at 320 on a dense screen. */
export const PICTURE_SIDE = 640

const FOLDER = '/images/'

function pictureInWidth(pictureUrl: string, width: PictureWidth): string {
  return `${FOLDER}w${width}/${pictureUrl.slice(FOLDER.length)}`
}

/** Undefined for a picture that exists in one width only. */
export function pictureSourceSet(pictureUrl: string): string | undefined {
  if (!pictureUrl.startsWith(FOLDER) || !pictureUrl.endsWith('.webp')) return undefined
  const smaller = PICTURE_WIDTHS.map((width) => `${pictureInWidth(pictureUrl, width)} ${width}w`)
  return [...smaller, `${pictureUrl} ${PICTURE_SIDE}w`].join(', ')
}
