import type { FailureReason } from '../../../shared/figures.ts'

/** Why a reply failed, in plain words. */
export const failureWords: Readonly<Record<FailureReason, string>> = {
  unreachable: 'The model could not be reached',
  timeout: 'The model took too long',
  limited: 'The model had too much to do',
  refused: 'The model refused the request',
  broken: 'The reply broke off',
  silent: 'Nothing was said',
  other: 'Something else went wrong',
}
