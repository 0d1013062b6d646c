import { expect, test } from 'vitest'
import { inputMessages } from './read-input.ts'
import type { InputItem } from './responses-schemas.ts'

const image = { type: 'input_image' as const, image_url: 'data:image/png;base64,AAAA' }
const read = (item: InputItem) => inputMessages({ model: 'ada', input: [item] })

test.each<[string, InputItem]>([
  ['the result of a tool', { type: 'function_call_output', call_id: 'a', output: [image] }],
  ['an answer', { role: 'assistant', content: [image] }],
  ['an instruction', { role: 'developer', content: [image] }],
])('an image in %s, which no model would see, is refused', (_, item) => {
  expect(() => read(item)).toThrow(expect.objectContaining({ code: 'validation_failed' }))
})

test('an image in a message of the user is read', () => {
  expect(read({ role: 'user', content: [image] })).toMatchObject([{ pictures: [image.image_url] }])
})
