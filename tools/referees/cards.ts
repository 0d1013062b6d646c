export { CCardLib } from '@risuai/ccardlib'
export { parseToV2 } from 'character-card-utils'
