import type { SubscriptionRow } from '../../db/inbox/inboxes.ts'
import type { SendRequest } from '../../llm/model-address.ts'
import { authorizePush, encryptPush, type PlaceKeys } from './encrypt-push.ts'

/** In seconds: a service keeps it so long for a browser that is not there. Who comes later finds the inbox. */
const TTL = 24 * 3_600

const PATIENCE_MS = 10_000

type PushOutcome = 'arrived' | 'gone' | 'failed'

/** Sends what one browser alone can read. A later push replaces an earlier one that has not been shown (`Topic`). */
export async function sendPush(
  text: string,
  to: Pick<SubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>,
  { keys, send, now, contact }: { keys: PlaceKeys; send: SendRequest; now: Date; contact: string | null },
): Promise<PushOutcome> {
  const endpoint = new URL(to.endpoint)
  const body = encryptPush(text, {
    p256dh: Buffer.from(to.p256dh, 'base64url'),
    auth: Buffer.from(to.auth, 'base64url'),
  })
  const response = await send(endpoint, {
    method: 'POST',
    headers: {
      authorization: authorizePush(keys, { endpoint, now, contact }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(TTL),
      urgency: 'normal',
      topic: 'inbox',
    },
    body: Uint8Array.from(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  // Nothing of the answer but its status is of use, and whoever chose the endpoint chose its length.
  await response.body?.[Symbol.asyncIterator]().return?.()
  if (response.status === 404 || response.status === 410) return 'gone'
  return response.status >= 200 && response.status < 300 ? 'arrived' : 'failed'
}
