import type { Engine } from '../../../shared/chat.ts'
import { Button } from '../../ui/button.tsx'
import { column } from '../../ui/column.ts'
import { Picture } from '../../ui/picture.tsx'
import { engineName } from './engine-note.tsx'
import { useOnline } from './use-online.ts'

/** Who is talked with, whether the line stands, and which engine answers. */
export function ChatHeader(props: {
  title: string
  subtitle: string
  imageUrl: string
  engine: Engine | undefined
  /** Given once there is something to forget. */
  onClear: (() => void) | undefined
}) {
  const online = useOnline()
  return (
    <header className="border-b border-line">
      <div className={`${column} flex items-center gap-3.5 py-3.5 md:gap-4 md:py-4`}>
        <Picture
          src={props.imageUrl}
          alt=""
          width={48}
          height={48}
          className="hexagon size-12 flex-none object-cover"
        />
        <div className="min-w-0 flex-1">
          <div className="flex items-center gap-3">
            <h1 className="min-w-0 flex-1 truncate text-lg leading-snug font-semibold">{props.title}</h1>
            {props.onClear && (
              <Button tone="quiet" size="small" className="-my-2 max-md:hidden" onClick={props.onClear}>
                New conversation
              </Button>
            )}
            <p className={`label flex flex-none items-center gap-2 ${online ? 'text-good' : 'text-warning'}`}>
              <span
                aria-hidden="true"
                className={`dot dot-live ${online ? '[--hue:var(--color-good)]' : '[--hue:var(--color-warning)]'}`}
              />
              {online ? 'CONNECTED' : 'OFFLINE'}
            </p>
          </div>
          <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <p className="label leading-[1.4]">{props.subtitle}</p>
            {props.engine && (
              <p
                className="max-w-full truncate text-xs leading-[1.4] text-muted"
                title={engineName(props.engine)}
              >
                <span className="sr-only">Answered by </span>
                <span>{engineName(props.engine)}</span>
              </p>
            )}
          </div>
        </div>
      </div>
    </header>
  )
}
