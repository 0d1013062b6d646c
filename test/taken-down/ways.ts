import type { ReportedKind } from '../../src/shared/trust/reports.ts'
import type { Account, Sent } from '../sign-in.ts'
import type { Server, World } from './world.ts'

/** A way by which people or programs come to something. */
export interface Way {
  /** As in the table of routes; the test holds that no route is forgotten. */
  route: string
  /** Which of several questions of the route. */
  by?: string
  /** Whether it stays when the thing is only unlisted: it is its link, or of somebody who has that. */
  link?: true
  shows: (at: Server, world: World) => Promise<boolean>
}

export type Ways = { [Kind in ReportedKind]?: readonly Way[] }

/** The text of an answer and its status, so that a word is looked for in all of it. */
export async function read(
  at: Server,
  method: string,
  path: string,
  sent: Sent = {},
): Promise<{ status: number; text: string }> {
  const answer = await at.send(method, path, sent)
  return { status: answer.status, text: await answer.text() }
}

/** Whether the answer is one, and has the word. */
export async function has(at: Server, path: string, word: string, as?: Account): Promise<boolean> {
  const { status, text } = await read(at, 'GET', path, { as })
  return status === 200 && text.includes(word)
}

export const bearer = ({ key }: World) => ({ authorization: `Bearer ${key.key}` })
