import { shortAddress } from '../../../../shared/text/short-address.ts'
import { column } from '../../../ui/column.ts'
import * as texts from './texts.ts'

/** More than two people are given as a number. @param names profile names by wallet */
function typingWords(typing: readonly string[], names: Readonly<Record<string, string>>): string {
  const [first, second, third] = typing
  const name = (wallet: string) => names[wallet] ?? shortAddress(wallet)
  if (first === undefined) return ''
  if (second === undefined) return texts.oneTyping(name(first))
  if (third === undefined) return texts.twoTyping(name(first), name(second))
  return texts.manyTyping(typing.length)
}

/** It keeps its height when nobody is typing. It is not announced to screen readers. */
export function TypingLine(props: { typing: readonly string[]; names: Readonly<Record<string, string>> }) {
  const words = typingWords(props.typing, props.names)
  return (
    <p className={`${column} flex h-6 min-w-0 flex-none items-center gap-2 text-13 leading-6 text-muted`}>
      {words && (
        <>
          <span aria-hidden="true" className="flex flex-none gap-1">
            {['', '[animation-delay:200ms]', '[animation-delay:400ms]'].map((delay) => (
              <span key={delay} className={`size-1 animate-pulse-soft rounded-full bg-violet ${delay}`} />
            ))}
          </span>
          <span className="truncate">{words}</span>
        </>
      )}
    </p>
  )
}
