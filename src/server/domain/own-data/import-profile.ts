import type { ExportedProfile } from '../../../shared/own-data/export-format.ts'
import type { Favourites } from '../agents/favourites.ts'
import { Failure } from '../failure.ts'
import type { People } from '../people/people.ts'

/** False if the wallet may not see the agent or has too many. */
export async function keptAtHand(
  favourites: Pick<Favourites, 'set'>,
  wallet: string,
  id: string,
): Promise<boolean> {
  try {
    return (await favourites.set(id, wallet, true)).favourite
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** Only if the wallet has no profile; its name only if it is free. */
export async function importProfile(
  people: Pick<People, 'own' | 'change'>,
  wallet: string,
  profile: ExportedProfile,
  tell: (sentence: string) => void,
): Promise<void> {
  const { name, pictureUrl, about } = await people.own(wallet)
  if (name !== null || pictureUrl !== null || about !== '') {
    if (name !== profile.name || about !== profile.about) tell('Your profile here stays as it is.')
    return
  }
  try {
    await people.change(wallet, profile)
  } catch (error) {
    if (!(error instanceof Failure && error.errors?.name)) throw error
    tell(`The name “${profile.name}” was left out. ${error.message}`)
    await people.change(wallet, { ...profile, name: null })
  }
}
