import { expect, test } from 'vitest'
import { fileProblem, sizeOf } from './chosen-file.ts'

test('what can be no document is said before it is sent', () => {
  expect(fileProblem({ size: 0 }, 1024)).toBe('This file is empty.')
  expect(fileProblem({ size: 1024 }, 1024)).toBeUndefined()
  expect(fileProblem({ size: 26 * 1024 * 1024 }, 25 * 1024 * 1024)).toBe(
    'This file has 26 MB. A document can have at most 25 MB.',
  )
  expect(fileProblem({ size: 25 * 1024 * 1024 + 1 }, 25 * 1024 * 1024)).toMatch(/^This file has 26 MB\./)
  expect([900, 2_048, 1_572_864, 1_048_576].map(sizeOf)).toEqual(['900 bytes', '2 KB', '1.5 MB', '1 MB'])
})
