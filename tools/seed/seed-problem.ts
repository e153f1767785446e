/** A reason why seeding can't continue, as a message for the operator. */
export class SeedProblem extends Error {}
