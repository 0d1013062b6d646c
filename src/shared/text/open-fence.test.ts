import { expect, test } from 'vitest'
import { openFence } from './open-fence.ts'

test.each([
  ['no code', 'Just words.\n`one` line', null],
  ['a closed block', '```js\nlet a\n```\nend', null],
  ['an open block', 'so\n```js\nlet a', '```'],
  ['an open block after a closed one', '```\na\n```\n~~~~ts\nb', '~~~~'],
  ['a fence that is shorter than the one that opened', '````\na\n```', '````'],
  ['a fence of the other kind inside', '~~~\na\n```', '~~~'],
  ['a fence with a language inside, which closes nothing', '```\na\n```js', '```'],
  ['a longer fence, which closes', '```\na\n`````  ', null],
  ['ticks within a line', '```not a block```\n', null],
  ['a fence that is indented as code', '    ```', null],
])('%s', (_, markdown, fence) => {
  expect(openFence(markdown)).toBe(fence)
})
