import { Button } from '../../../ui/button.tsx'
import type { PasskeySupport } from '../passkey/passkey-support.ts'
import * as texts from '../texts.ts'

/**
 * Decision 27. Creating and using one are two buttons, because browsers do not distinguish a missing passkey from a
 * refused one.
 */
export function PasskeyOffer(props: {
  support: PasskeySupport
  isFirst: boolean
  onChoose: (way: 'make' | 'choose') => void
}) {
  const { support, isFirst } = props
  return (
    <section
      aria-label={texts.passkeyOffer}
      data-first={isFirst && support.state === 'able' ? '' : undefined}
      className="mt-4 grid gap-2.5 border border-violet/30 bg-[rgb(155_123_255/0.06)] p-4"
    >
      <p className="text-15 leading-snug font-semibold">{texts.passkeyTitle}</p>
      <p className="text-13 leading-relaxed text-soft">{texts.passkeyAbout}</p>
      {support.state === 'able' ? (
        <div className="grid gap-2">
          <Button tone={isFirst ? 'primary' : 'wallet'} onClick={() => props.onChoose('make')}>
            {texts.makePasskey}
          </Button>
          <Button onClick={() => props.onChoose('choose')}>{texts.usePasskey}</Button>
        </div>
      ) : (
        <p className="border-l-2 border-warning pl-3 text-13 leading-relaxed text-soft">
          {support.why}{' '}
          {support.at && (
            <a
              href={support.at}
              className="text-cyan wrap-anywhere underline underline-offset-3 hover:text-text"
            >
              {support.at}
            </a>
          )}
        </p>
      )}
    </section>
  )
}
