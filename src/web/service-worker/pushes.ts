import type { FromWorker } from './messages.ts'

declare const self: ServiceWorkerGlobalScope

/** As the server makes it (`shared/tools/push-text.ts`). */
interface PushText {
  title: string
  text: string
  path: string
  waiting: number
}

/** Shows pushes, which only this place can have encrypted, and leads to where something waits. */
export function showPushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(String(event.notification.data ?? '/inbox')))
  })
  self.addEventListener('pushsubscriptionchange', (event) =>
    (event as ExtendableEvent).waitUntil(renew(event as SubscriptionChange)),
  )
}

/** Browsers withdraw the permission of a site that gets a push and shows nothing. */
async function show(data: PushMessageData | null): Promise<void> {
  const text: PushText | undefined = data?.json()
  if (!text) return
  const { title, text: body, path, waiting } = text
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    data: path,
    // One notification, however much waits: a newer one takes its place, and is heard.
    tag: 'inbox',
    renotify: true,
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
  }
  await Promise.all([
    self.registration.showNotification(title, options),
    self.navigator.setAppBadge?.(waiting).catch(() => {}),
    tell({ type: 'waits' }),
  ])
}

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

async function tell(message: FromWorker): Promise<void> {
  for (const client of await windows()) client.postMessage(message)
}

/** In a window that is there, as a page that loads anew could lose what is typed; else in a new one. */
async function open(path: string): Promise<void> {
  const { origin } = self.location
  const url = new URL(path, origin)
  const address = url.origin === origin ? url.href : `${origin}/inbox`
  const all = await windows()
  const there = all.find(({ visibilityState }) => visibilityState === 'visible') ?? all[0]
  if (!there) return void (await self.clients.openWindow(address))
  const message: FromWorker = { type: 'open', path: address.slice(origin.length) }
  there.postMessage(message)
  await there.focus()
}

/** Not in every browser; the types of the standard's older draft leave it out. */
interface SubscriptionChange extends ExtendableEvent {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

/** A browser exchanged its subscription by itself. Without a session the server refuses, and the browser is told no more. */
async function renew({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const send = (method: string, body: unknown) =>
    fetch('/api/inbox/push', {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const key = oldSubscription?.options.applicationServerKey
  if (!key) return
  const next =
    newSubscription ??
    (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  const { endpoint, keys } = next.toJSON()
  await send('PUT', { endpoint, keys })
  await send('DELETE', { endpoint: oldSubscription.endpoint })
}
