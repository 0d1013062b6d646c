import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { exchange, storeConversation } from '../../../../../test/store-conversation.ts'
import { conversationSchema } from '../../../../shared/chat/conversations.ts'

const database = await testDatabase()
const { send, signIn } = testApp(database)
const ada = await signIn()

test('an export is a file of the shown path in Markdown, or of all that there is in JSON', async () => {
  const { id, said } = await storeConversation(database, { owner: ada.address, title: 'Über "Licht"' }, [
    ...exchange('What is light?', 'A wave.'),
    ...exchange('And sound?', 'A wave as well.'),
  ])
  const [, first] = said
  await send('PATCH', `/api/conversations/${id}`, { as: ada, json: { activeLeaf: first?.id } })
  const get = (format: string) => send('GET', `/api/conversations/${id}/export?format=${format}`, { as: ada })

  const markdown = await get('markdown')
  expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(markdown.headers.get('content-disposition')).toBe(
    `attachment; filename="Uber Licht.md"; filename*=UTF-8''%C3%9Cber%20Licht.md`,
  )
  expect(markdown.headers.get('cache-control')).toBe('no-store')
  const text = await markdown.text()
  expect(text).toContain('# Über "Licht"\n')
  expect(text).toContain('\n\nA wave.\n')
  expect(text).not.toContain('And sound?')

  const json = await get('json')
  expect(json.headers.get('content-type')).toBe('application/json')
  expect(json.headers.get('content-disposition')).toContain('attachment; filename="Uber Licht.json"')
  const opened = await (await send('GET', `/api/conversations/${id}`, { as: ada })).json()
  expect(conversationSchema.parse(await json.json())).toEqual(opened)

  for (const format of ['', 'html', 'JSON']) expect((await get(format)).status).toBe(422)
})
