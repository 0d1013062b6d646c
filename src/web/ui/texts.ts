export const notCopied = 'This browser did not allow copying. Select the text and copy it yourself.'
export const copied = 'Copied'

export const close = 'Close'
export const loadingMore = 'Loading more'
export const tryAgain = 'Try again'
export const reload = 'Reload the page'
export const partNotLoaded =
  'This could not be loaded. Check the connection and try again; if that does not help, reload the page.'
export const loadMore = 'Load more'

export const plainCode = 'text'
export const copyCode = 'Copy the code'
export const footnotes = 'Footnotes'
export const done = 'Done'
export const toDo = 'To do'
export const table = 'Table'
export const picture = 'Picture'
export const pictureOf = (label: string) => `Picture: ${label}`

export const wrongImageType = 'Use a PNG, JPEG, WebP, GIF or AVIF file.'
export const emptyImage = 'That file is empty.'
export const imageTooLarge = (size: string, most: string) =>
  `That file has ${size} MB; an image can have at most ${most} MB.`
export const imageNotLoaded = 'No picture could be loaded from this. The default image is used instead.'
export const chosenPicture = 'The chosen picture'
export const defaultPicture = 'The default picture'
export const chooseFile = 'Choose a file'
export const removePicture = 'Remove'
export const orDrop = 'or drop or paste one here'
export const imageAddress = 'Image address'
export const addressExample = 'https://'
export const fileOrAddress = 'A file of at most 5 MB or an https address. It is cropped to a square.'
export const fileOnly = 'A file of at most 5 MB. It is cropped to a square.'
