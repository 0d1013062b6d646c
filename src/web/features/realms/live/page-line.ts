import { REALTIME_PATH } from '../../../../shared/realtime.ts'
import { browserReconnecting } from '../../../lib/reconnecting.ts'
import { openWebSocket } from '../../../lib/socket.ts'
import { isOnline, onOnlineChange } from '../../../lib/use-online.ts'
import { createRealmLine } from './realm-line.ts'

/** The one of this page. It opens nothing before it is needed, so never while the server paints. */
export const pageLine = createRealmLine({
  open: (events) => openWebSocket(REALTIME_PATH, events),
  explain: async () => (await import('./refusal.ts')).refusal(),
  time: browserReconnecting,
  network: { isOnline, onChange: onOnlineChange },
})
