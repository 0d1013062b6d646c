import { REALTIME_PATH } from '../../../../shared/realms/realtime.ts'
import { isOnline, onOnlineChange } from '../../../lib/hooks/use-online.ts'
import { browserReconnecting } from '../../../lib/http/reconnecting.ts'
import { openWebSocket } from '../../../lib/http/socket.ts'
import { createRealmLine } from './realm-line.ts'

/** The one of this page. It opens nothing before it is needed, so never while the server paints. */
export const pageLine = createRealmLine({
  open: (events) => openWebSocket(REALTIME_PATH, events),
  explain: async () => (await import('../outbox/refusal.ts')).refusal(),
  time: browserReconnecting,
  network: { isOnline, onChange: onOnlineChange },
})
