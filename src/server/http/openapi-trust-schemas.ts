import {
  newRatingSchema,
  ownRatingSchema,
  ratingAnswerSchema,
  ratingPageSchema,
  ratingSchema,
} from '../../shared/agents/ratings.ts'
import { newReportSchema, ownReportSchema, ownReportsSchema } from '../../shared/trust/reports.ts'

/** The names, in the description of the API, of what keeps the place one that can be trusted. */
export const trustSchemas = {
  NewReport: newReportSchema,
  OwnReport: ownReportSchema,
  OwnReports: ownReportsSchema,
  NewRating: newRatingSchema,
  OwnRating: ownRatingSchema,
  Rating: ratingSchema,
  RatingAnswer: ratingAnswerSchema,
  RatingPage: ratingPageSchema,
}
