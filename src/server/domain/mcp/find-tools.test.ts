import { expect, test } from 'vitest'
import { callTool } from '../../../../test/call-tool.ts'
import type { Tool } from '../tools/tool.ts'
import { foldTools } from './find-tools.ts'

const tool = (name: string, description: string): Tool => ({
  ...{ name, title: name, description, origin: 'tools.example', parameters: {}, pin: name, kind: 'acts' },
  marks: { untrusted: true, private: true },
  run: async () => ({ kind: 'done', text: '' }),
})
const [find] = foldTools([
  tool('fs__listFiles', 'What is in a folder.'),
  tool('post__get_issue', 'One of them.'),
  tool('db__query', 'Asks.'),
  tool('map__addresses', 'Where.'),
  tool('jp__tenki', '天気予報を取得します。'),
  tool('th__weather', 'พยากรณ์อากาศวันนี้'),
  tool('in__weather', 'मौसम की जानकारी'),
])

test.each([
  ['a file', 'fs__listFiles'],
  ['files', 'fs__listFiles'],
  ['issues', 'post__get_issue'],
  ['run queries', 'db__query'],
  ['an address', 'map__addresses'],
  ['明日の天気を調べる', 'jp__tenki'],
  ['อากาศ', 'th__weather'],
  ['मौसम', 'in__weather'],
])('one or several of a thing, and words of scripts without spaces, find a tool: %s', async (query, name) => {
  const outcome = await callTool(find as Tool, { query })
  expect(outcome.kind === 'done' && JSON.parse(outcome.text)[0].name).toBe(name)
})
