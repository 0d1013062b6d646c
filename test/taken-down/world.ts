import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Agent } from '../../src/shared/agents/agents.ts'
import type { testApp } from '../app.ts'
import type { TestDatabase } from '../database.ts'
import { doorClient } from '../door-client.ts'
import { realmRequests } from '../realm-requests.ts'
import type { Account } from '../sign-in.ts'
import { storeConversation } from '../store-conversation.ts'

export type Server = ReturnType<typeof testApp>
export type World = Awaited<ReturnType<typeof takenDownWorld>>

/** A name that nothing else has, and one that stands beside it. */
export const NAME = 'Zephyrine'
export const PERSON = 'zephyrinus'
export const ABOUT = 'Zephyrs blow where they want.'
export const WORDS = 'Zephyrous words'

/**
 * Somebody (ada) with a profile, an agent with a picture, a realm and a message, and somebody else (bob) who has all to do with
 * them: a favourite, an upvote, a conversation, a shared copy, a key.
 */
export async function takenDownWorld({ send, signIn, unfurls }: Server, database: TestDatabase) {
  const [ada, bob] = [await signIn(), await signIn()]
  const doors = doorClient(send)
  const realms = realmRequests(send)
  const color = { r: 200, g: 30, b: 90 }
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: color } })
    .png()
    .toBuffer()
  const upload = (as: Account) =>
    send('POST', '/api/images', { as, body: new Uint8Array(bytes), headers: { 'content-type': 'image/png' } })
  const { imageUrl } = (await (await upload(ada)).json()) as { imageUrl: string }
  const profile = { name: PERSON, imageUrl, about: ABOUT }
  const profiled = await send('PUT', '/api/me/profile', { as: ada, json: profile })
  if (!profiled.ok) throw new Error(await profiled.text())
  const traits = { category: 'quantum', capabilities: ['Zephyring'], knowledgeDomains: ['Winds'] }
  const agent: Agent = await doors.makeAgent(ada, { ...traits, name: NAME, imageUrl })
  const other = await doors.makeAgent(bob, { ...traits, name: 'Notus' })
  await database.sql`update agents set talked = 9, rising = 9 where id = ${agent.id}`
  await send('PUT', `/api/agents/${agent.id}/favourite`, { as: bob })
  await send('PUT', `/api/agents/${agent.id}/upvote`, { as: bob })
  const realm = await realms.make(ada, { name: 'Zephyr Hall' })
  const bobsRealm = await realms.make(bob, { name: 'A room of others' })
  const said = await realms.said(realm.id, WORDS, ada)
  await realms.said(realm.id, 'Words of others', bob)
  for (const [room, as] of [
    [realm, ada],
    [bobsRealm, bob],
  ] as const) {
    const invited = await send('PUT', `/api/realms/${room.id}/agents/${agent.id}`, { as })
    if (!invited.ok) throw new Error(await invited.text())
  }
  const talk = await storeConversation(database, {
    owner: bob.address,
    agentId: agent.id,
    agentName: 'Her name then',
    title: 'A windy day',
  })
  const messageId = talk.said[1]?.id
  const shared = await send('POST', `/api/conversations/${talk.id}/copies`, { as: bob, json: { messageId } })
  const copy = (await shared.json()) as { id: string }
  const key = await doors.makeKey(bob)
  return {
    ...{
      ada,
      bob,
      agent,
      other,
      realm,
      bobsRealm,
      said,
      talk,
      copy,
      key,
      imageUrl,
      upload,
      cyd: await signIn(),
    },
    hash: imageUrl.slice('/images/'.length, -'.webp'.length),
    agentUnfurl: (await unfurls.previewOf({ kind: 'agent', id: agent.id })).image,
    makerUnfurl: (await unfurls.previewOf({ kind: 'maker', id: ada.address })).image,
    newId: () => randomUUID(),
  }
}
