import { expect, test } from 'vitest'
import { limits } from '../../../shared/common/limits.ts'
import { imageFileProblem } from './image-file.ts'

test('a picture up to the limit can be tried', () => {
  for (const type of ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])
    expect(imageFileProblem({ type, size: limits.uploadBytes })).toBeUndefined()
})

// §8.12
test('a picture over the limit is refused with its size and the limit', () => {
  expect(imageFileProblem({ type: 'image/png', size: 7.25 * 1024 * 1024 })).toBe(
    'That file has 7.3 MB; an image can have at most 5 MB.',
  )
  expect(imageFileProblem({ type: 'image/png', size: limits.uploadBytes + 1 })).toBe(
    'That file has 5.1 MB; an image can have at most 5 MB.',
  )
})

test.each(['image/svg+xml', 'image/bmp', 'application/pdf', ''])('a file of type "%s" is refused', (type) => {
  expect(imageFileProblem({ type, size: 10 })).toMatch(/PNG, JPEG, WebP, GIF or AVIF/)
})

test('an empty file is refused', () => {
  expect(imageFileProblem({ type: 'image/png', size: 0 })).toBe('That file is empty.')
})
