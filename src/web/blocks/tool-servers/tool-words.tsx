import { hasHidden, readHidden } from '../../../shared/text/hidden-letters.ts'
import type { McpTool } from '../../../shared/tools/mcp-servers.ts'
import { endlessClass } from '../../ui/endless.ts'
import * as texts from './texts.ts'

/** A text of others, in which what a reader would not see is shown where it stands. */
export function ShownLetters({ text }: { text: string }) {
  return readHidden(text).map((run, index) =>
    run.kind === 'text' ? (
      run.text
    ) : (
      <mark
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are made anew together and have no other identity
        key={index}
        className="mx-0.5 border border-warning/40 bg-warning/10 px-1 text-warning"
      >
        {texts.hiddenPiece(run.says, run.count)}
      </mark>
    ),
  )
}

/** The name of a server's tool and what the server says of it, raw. */
export function ToolWords({ tool }: { tool: McpTool }) {
  const { name, title, description, readOnly } = tool
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere">
          <ShownLetters text={title} />
        </span>
        {title !== name && (
          <code className="font-mono text-13 text-muted wrap-anywhere">
            <ShownLetters text={name} />
          </code>
        )}
        {readOnly && <span className="text-13 text-muted">{texts.saysItReads}</span>}
      </p>
      {description !== '' && (
        <p
          className={`${endlessClass(description)} max-w-[70ch] text-sm leading-relaxed whitespace-pre-line wrap-anywhere text-soft`}
        >
          <ShownLetters text={description} />
        </p>
      )}
      {hasHidden(name + title + description) && <p className="text-sm text-warning">{texts.hiddenLetters}</p>}
    </>
  )
}
