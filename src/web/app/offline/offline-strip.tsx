import { useQueryClient } from '@tanstack/react-query'
import { useOnline } from '../../lib/hooks/use-online.ts'
import { server } from '../../lib/http/reachability.ts'
import * as texts from '../texts.ts'

/** Says that content may be outdated and that sent messages are not lost. */
export default function OfflineStrip() {
  const online = useOnline()
  const queryClient = useQueryClient()
  const retry = () => {
    server.askNow()
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }
  return (
    <div data-offline="" className="border-t border-warning/25 bg-[#14130f]">
      <div className="wrap flex h-(--offline-height) items-center justify-between gap-4 text-13 text-soft">
        <p role="status" className="min-w-0 truncate">
          <span className="text-warning">{online ? texts.noServer : texts.offline}</span>
          <span className="max-md:hidden">{texts.readable}</span>
        </p>
        <button
          type="button"
          className="display -mr-3 h-full flex-none px-3 text-13 font-medium text-cyan underline-offset-3 hover:underline"
          onClick={retry}
        >
          {texts.retry}
        </button>
      </div>
    </div>
  )
}
