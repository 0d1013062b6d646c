import { REALTIME_PATH } from '../../../../shared/realms/realtime.ts'
import { isOnline, onOnlineChange } from '../../../lib/hooks/use-online.ts'
import { browserReconnecting } from '../../../lib/http/reconnecting.ts'
import { openWebSocket } from '../../../lib/http/socket.ts'
import { createRealmConnection } from './realm-connection.ts'

/** The realm connection of this page. It opens on first use, so that server rendering never opens one. */
export const pageConnection = createRealmConnection({
  open: (events) => openWebSocket(REALTIME_PATH, events),
  explain: async () => (await import('../outbox/refusal.ts')).refusal(),
  time: browserReconnecting,
  network: { isOnline, onChange: onOnlineChange },
})
