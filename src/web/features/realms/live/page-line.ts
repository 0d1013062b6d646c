import { problemSchema } from '../../../../shared/errors.ts'
import { REALTIME_PATH } from '../../../../shared/realtime.ts'
import { browserReconnecting } from '../../../lib/reconnecting.ts'
import { openWebSocket } from '../../../lib/socket.ts'
import { isOnline, onOnlineChange } from '../../../lib/use-online.ts'
import { createRealmLine } from './realm-line.ts'

/** The one of this page. It opens nothing before it is needed, so never while the server paints. */
export const pageLine = createRealmLine({
  open: (events) => openWebSocket(REALTIME_PATH, events),
  explain: refusal,
  time: browserReconnecting,
  network: { isOnline, onChange: onOnlineChange },
})

/** Why the server opens no socket for this page, in its own words; undefined where it would. */
async function refusal(): Promise<string | undefined> {
  const answer = await fetch(REALTIME_PATH)
  if (answer.status !== 429 && answer.status !== 503) return undefined
  return problemSchema.safeParse(await answer.json()).data?.detail
}
