import { ShareButton } from '../../../blocks/share/share-button.tsx'
import { clockTime } from '../../../lib/clock.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import * as texts from '../texts.ts'
import { LocalTime } from './local-time.tsx'

/** The note on a run that no wallet stores: until when it exists, for whom, and how the next one can be stored. */
export function UnkeptNote(props: { id: string; until: string; signedIn: boolean }) {
  return (
    <div className="flex min-w-0 flex-[1_1_340px] flex-wrap items-center gap-x-6 gap-y-3">
      <div className="min-w-0 flex-[1_1_260px]">
        <p className="text-sm text-text">
          {texts.keptUntil}
          <LocalTime at={props.until} format={clockTime} room="00:00" />
        </p>
        <p className="max-w-[64ch] text-13 leading-snug text-muted">
          {texts.unkeptAbout}{' '}
          {props.signedIn ? (
            texts.nextIsKept
          ) : (
            <>
              <button
                type="button"
                className="text-cyan underline-offset-4 hover:text-white hover:underline"
                onClick={() => void requireSignIn()}
              >
                {texts.connectAWallet}
              </button>{' '}
              {texts.andNextIsKept}
            </>
          )}
        </p>
      </div>
      <ShareButton
        size="small"
        shared={{
          name: texts.thisRun,
          path: `/swarm/${props.id}`,
          about: texts.unkeptShareAbout,
        }}
      />
    </div>
  )
}
