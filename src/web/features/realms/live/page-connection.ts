import { REALTIME_PATH } from '../../../../shared/realms/realtime.ts'
import { isOnline, onOnlineChange } from '../../../lib/hooks/use-online.ts'
import { browserReconnecting } from '../../../lib/http/reconnecting.ts'
import { openWebSocket } from '../../../lib/http/socket.ts'
import { RealmConnection } from './realm-connection.ts'

/** The realm connection of this page. It opens on first use, so that server rendering never opens one. */
export const pageConnection = new RealmConnection({
  open: (events) => openWebSocket(REALTIME_PATH, events),
  explain: async () => (await import('./refusal.ts')).refusal(),
  time: browserReconnecting,
  network: { isOnline, onChange: onOnlineChange },
})
