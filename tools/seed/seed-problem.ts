/** A reason why seeding cannot go on, as a sentence for the person at the keyboard. */
export class SeedProblem extends Error {}
