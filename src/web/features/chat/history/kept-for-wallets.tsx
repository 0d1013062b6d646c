import { requireSignIn } from '../../../lib/http/identity.ts'
import { Button } from '../../../ui/button.tsx'
import * as texts from '../texts.tsx'

export function KeptForWallets({ className }: { className?: string }) {
  return (
    <div className={`grid content-start justify-items-start gap-4 ${className ?? ''}`}>
      <p className="display text-lg leading-snug font-semibold text-balance">
        {texts.conversationsSavedSignedWallets}
      </p>
      <p className="max-w-[46ch] text-sm text-soft">{texts.connectOneContinueThemAny}</p>
      <Button onClick={() => void requireSignIn()}>{texts.connect}</Button>
    </div>
  )
}
