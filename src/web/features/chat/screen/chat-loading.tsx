import { column } from '../../../ui/column.ts'
import * as texts from '../texts.tsx'

export function ChatLoading() {
  return (
    <div aria-busy="true" className="min-w-0 flex-1">
      <p role="status" className="sr-only">
        {texts.loadingEntity}
      </p>
      <div className="border-b border-line">
        <div className={`${column} flex items-center gap-4 py-4`}>
          <div className="skeleton hexagon size-12 flex-none" />
          <div className="grid gap-2">
            <div className="skeleton h-5 w-40" />
            <div className="skeleton h-3 w-28" />
          </div>
        </div>
      </div>
    </div>
  )
}

export function ConversationLoading() {
  return (
    <div
      aria-busy="true"
      className={`${column} flex min-h-0 flex-1 flex-col justify-end gap-6 overflow-hidden py-7`}
    >
      <p role="status" className="sr-only">
        {texts.loadingConversation}
      </p>
      {[0, 1].map((turn) => (
        <div key={turn} className="flex flex-col gap-6">
          <div className="skeleton h-18 w-[46%] self-end rounded-[14px_14px_3px_14px]" />
          <div className="grid w-[72%] gap-2.5 border-l-2 border-magenta/40 py-1 pl-5">
            <div className="skeleton h-4" />
            <div className="skeleton h-4 w-[92%]" />
            <div className="skeleton h-4 w-[58%]" />
          </div>
        </div>
      ))}
    </div>
  )
}
