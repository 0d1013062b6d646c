import { type Api, ApiError, unwrap } from '../../lib/http/api.ts'

/** Files that the server has already: a retry does not send them again. */
const stored = new WeakMap<File, string>()

/** Refusals that are about the picture itself. */
const pictureCodes = ['image_invalid', 'image_too_large', 'body_too_large', 'unsupported_media_type']

/**
 * Stores a picture (decision 12) and gives the address under which the server keeps it.
 * @throws {ApiError} where it is refused; a fault of the picture is said of the field `imageUrl`
 */
export async function uploadImage(api: Api, file: File): Promise<string> {
  const known = stored.get(file)
  if (known) return known
  try {
    const { imageUrl } = await unwrap(
      api.images.$post({}, { init: { body: file, headers: { 'content-type': file.type } } }),
    )
    stored.set(file, imageUrl)
    return imageUrl
  } catch (error) {
    if (error instanceof ApiError && error.problem && pictureCodes.includes(error.problem.code))
      throw new ApiError(error.status, { ...error.problem, errors: { imageUrl: error.message } })
    throw error
  }
}
