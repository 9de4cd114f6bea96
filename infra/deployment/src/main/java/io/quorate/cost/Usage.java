package io.quorate.cost;

/**
 * What a cluster at rest uses, as counted.
 *
 * @param nodes how many agents it has
 * @param agentReads read units of all its agents, in an hour
 * @param agentWrites write units of all its agents, in an hour
 * @param firingReads read units of a schedule's invocation, before it looks at any cluster
 * @param firingSeconds how long that takes
 * @param turnReads read units of one turn
 * @param turnWrites write units of one turn
 * @param turnSeconds how long one turn takes
 * @param turnLogBytes what the function logs about one turn
 * @param otherTurns turns in an hour that the schedule did not begin
 * @param s3Puts requests to S3 that write or list, in an hour
 * @param s3Gets requests to S3 that read, in an hour
 * @param series metrics that the function publishes
 */
record Usage(
    int nodes,
    double agentReads,
    double agentWrites,
    double firingReads,
    double firingSeconds,
    double turnReads,
    double turnWrites,
    double turnSeconds,
    double turnLogBytes,
    double otherTurns,
    double s3Puts,
    double s3Gets,
    PublishedSeries series) {}
