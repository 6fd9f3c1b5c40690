//! Campaigns and hunts on a real nats-server, and what happens when something dies.

#[path = "../desk/mod.rs"]
mod desk;
mod engine;
#[path = "../../../marquetry/tests/outside/mod.rs"]
mod outside;

mod campaigns;
mod hunts;
mod kills;
mod refusals;
mod shards;
mod slurm;
