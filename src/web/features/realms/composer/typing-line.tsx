import { shortAddress } from '../../../../shared/text/short-address.ts'
import { column } from '../../../ui/column.ts'

/** Who is typing, in words; more than two are a number. @param typing wallets */
export function typingWords(typing: readonly string[]): string {
  const [first, second, third] = typing
  if (first === undefined) return ''
  if (second === undefined) return `${shortAddress(first)} is typing`
  if (third === undefined) return `${shortAddress(first)} and ${shortAddress(second)} are typing`
  return `${typing.length} people are typing`
}

/** Who is typing. It keeps its place when nobody is, so that nothing shifts; a screen reader is not bothered with it. */
export function TypingLine({ typing }: { typing: readonly string[] }) {
  const words = typingWords(typing)
  return (
    <p className={`${column} flex h-6 min-w-0 flex-none items-center gap-2 text-[13px] leading-6 text-muted`}>
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
