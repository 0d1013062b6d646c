import type { Engine } from '../../../shared/chat/chat.ts'

/** The name of the engine that answers, in a few words (decision 18). */
export function engineName(engine: Engine): string {
  switch (engine.kind) {
    case 'provider':
      return engine.model
    case 'local':
      return `${engine.server} · ${engine.model}`
    case 'offline':
      return 'Offline engine'
  }
}

/**
 * The note of the offline engine that no model is connected (decision 18). How to connect one is shown only to a
 * person who can.
 */
export function EngineNote({ engine }: { engine: Engine | undefined }) {
  if (engine?.kind !== 'offline') return null
  return (
    <aside aria-label="Engine" className="border-l-2 border-warning py-0.5 pl-3.5 text-sm text-soft">
      <p className="max-w-[78ch]">
        No model is connected here. The offline engine tells what an entity’s own fields say, quotes its
        documents, and does nothing else.
        {engine.canBeReplaced && (
          <>
            {' '}
            For a model, start the server with <Variable>OPENAI_API_KEY</Variable>, or with{' '}
            <Variable>OPENAI_BASE_URL</Variable> and <Variable>CHAT_MODEL</Variable> for any server that
            speaks the same protocol.
          </>
        )}
      </p>
    </aside>
  )
}

function Variable({ children }: { children: string }) {
  return <code className="font-mono text-[0.92em] whitespace-nowrap text-text">{children}</code>
}
