import { type Api, unwrap } from '../../../lib/http/api.ts'
import { sha256 } from '../../../lib/sha256.ts'
import * as texts from '../texts.ts'

type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** Milliseconds in which a first visit has installed what shows notifications. */
const READY_MS = 5_000

function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Under which the server lists a browser. */
const idOf = ({ endpoint }: PushSubscription): Promise<string> => sha256(endpoint, crypto.subtle)

/** @param browsers those that the server tells */
export async function readPushState(browsers: readonly string[]): Promise<PushState> {
  if (!canPush()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await ownSubscription()
  return subscription && browsers.includes(await idOf(subscription)) ? 'on' : 'off'
}

/** @throws {Error} whose message says why not, or {ApiError} */
export async function turnPushOn(api: Api): Promise<void> {
  // First of all: browsers ask only right after a press.
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(texts.pushDeclined)
  const { key } = await unwrap(api.inbox['push-key'].$get())
  const late = new Promise<null>((resolve) => setTimeout(resolve, READY_MS, null))
  const registration = await Promise.race([navigator.serviceWorker.ready, late])
  if (!registration) throw new Error(texts.pushNotReady)
  // It may be of another key of this place, or another wallet's.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  try {
    await unwrap(api.inbox.push.$put({ json: bodyOf(subscription) }))
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
}

export async function turnPushOff(api: Api): Promise<void> {
  const subscription = await ownSubscription()
  if (!subscription) return
  await unwrap(api.inbox.push.$delete({ json: { endpoint: subscription.endpoint } }))
  await subscription.unsubscribe()
}

/** For a browser that nobody is signed in with any more: its service tells the server that it is gone. */
export async function forgetPush(): Promise<void> {
  if (canPush()) await (await ownSubscription())?.unsubscribe()
}

function bodyOf(subscription: PushSubscription) {
  const { endpoint, keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  return { endpoint: endpoint ?? '', keys: { p256dh, auth } }
}
